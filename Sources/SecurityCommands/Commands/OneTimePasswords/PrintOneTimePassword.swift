import Keychain
import KeychainCrypto
import KeychainModel
import PasswordTransfer

/// Prints the current one-time password of an item.
struct PrintOneTimePassword {
  let session: CommandSession
  let arguments: Arguments

  func run() throws(CommandFailure) {
    let item = try ItemChoice(session: session, arguments: arguments, isOfSeeds: true).item()
    let password = try password(of: NamedItem(item))
    session.console.write(password.code)
    session.console.write("\n".utf8)
    guard session.console.isTerminal(.error), !session.isQuiet else { return }
    session.console.print("valid for \(password.remaining) s", to: .error)
  }

  /// Returns the current one-time password of an item.
  func password(of item: NamedItem) throws(CommandFailure) -> OneTimePassword {
    var text = try seed(of: item)
    defer { text.wipe() }
    var seed: OneTimePasswordSeed
    do throws(OneTimePasswordSeed.Failure) {
      seed = try OneTimePasswordSeed(text)
    } catch {
      throw .failed("otp: \(error.reason).")
    }
    defer { seed.wipe() }
    let now = session.wallClock()
    return try CommandFailure.translating(in: "otp") { () throws(KeychainError) in
      try OneTimePassword(seed, at: now)
    }
  }

  private func seed(of item: NamedItem) throws(CommandFailure) -> [UInt8] {
    let isSeed = OneTimePasswordItem.isOne(item.item.itemClass, item.item.attributes)
    if !isSeed, let line = SeedInComment.line(of: item.bytes(.comment)) { return line }
    var secret = try session.secret(of: item.item)
    // Many passwords are valid Base32 by accident, and a code from such a password would be wrong. So the secret must
    // be known to be a seed, or the user must give the option `--base32`.
    guard isSeed || arguments.has("base32") || OneTimePasswordSeed.isURL(secret) else {
      secret.wipe()
      throw .failed(
        "otp: the item is no seed: neither of the type totp nor an otpauth:// URL; --base32 takes its secret for one."
      )
    }
    return secret
  }
}

extension Command {
  static let oneTimePassword = Command(
    "otp", "Print the present one-time password of an item. (only in Latchkey)",
    synopsis: "[--base32] \(ItemChoice.synopsis) [--access-group name]",
    details: ItemChoice.details + [
      "--base32  take the secret for a seed in Base32, also of an item that was not stored as a seed",
      "The seed is the secret of an item of the type totp, as import-passwords stores it: Base32, or an",
      "otpauth:// URL of the kind totp; or such a URL as the secret of another item, or on a line of its",
      "comment. Items of the type totp come first.",
      "At a terminal standard error says how long the code is valid.",
    ],
    options: OptionSyntax(
      ItemChoice.letters, long: [PasswordKind.accessGroupOption], flags: ["base32"],
      mayFollowOperands: true)
  ) { (arguments, session) throws(CommandFailure) in
    try PrintOneTimePassword(session: session, arguments: arguments).run()
  }
}

/// The one-time password for a time (RFC 6238), and its remaining validity.
struct OneTimePassword {
  /// The digits of the code, in ASCII.
  let code: [UInt8]
  /// The number of seconds until the next code: at least 1.
  let remaining: Int64

  /// - Parameter time: The number of seconds since 1970-01-01. A negative time is treated as 0.
  init(_ seed: OneTimePasswordSeed, at time: Int64) throws(KeychainError) {
    let time = max(0, time)
    let counter = UInt64(time / seed.period)
    remaining = seed.period - time % seed.period
    var hash = try Self.hash(counter, seed)
    defer { hash.wipe() }
    // The code is the dynamic truncation of the hash (RFC 4226, section 5.3).
    let offset = Int((hash.last ?? 0) & 0xF)
    var number = hash[offset..<(offset + 4)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    number &= 0x7FFF_FFFF
    var code = [UInt8](repeating: UInt8(ascii: "0"), count: seed.digits)
    for position in code.indices.reversed() {
      code[position] += UInt8(number % 10)
      number /= 10
    }
    self.code = code
  }

  private static func hash(
    _ counter: UInt64, _ seed: OneTimePasswordSeed
  ) throws(KeychainError) -> [UInt8] {
    let counter = withUnsafeBytes(of: counter.bigEndian, Array.init)
    return try counter.withUnsafeBufferPointer { (counter) throws(KeychainError) in
      try seed.key.withUnsafeBufferPointer { (key) throws(KeychainError) in
        try HMAC.code(
          of: UnsafeRawBufferPointer(counter), key: UnsafeRawBufferPointer(key), seed.hash)
      }
    }
  }
}
