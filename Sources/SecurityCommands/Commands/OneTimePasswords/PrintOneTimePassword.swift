import Keychain
import KeychainModel
import PasswordTransfer

/// Prints the present one-time password of an item.
struct PrintOneTimePassword {
  let session: Session
  let arguments: Arguments

  func run() throws(CommandFailure) {
    let item = try ItemChoice(session: session, arguments: arguments, isOfSeeds: true).item()
    let password = try password(of: NamedItem(item))
    session.console.write(password.code)
    session.console.write("\n".utf8)
    guard session.console.isTerminal(.error), !session.isQuiet else { return }
    session.console.print("valid for \(password.remaining) s", to: .error)
  }

  /// The present password of an item.
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
    if !OneTimePasswordItem.isOne(item.item.itemClass, item.item.attributes),
      let line = SeedInComment.line(of: item)
    {
      return line
    }
    return try session.secret(of: item.item)
  }
}

extension Command {
  static let oneTimePassword = Command(
    "otp", "Print the present one-time password of an item. (only in Latchkey)",
    synopsis: "\(ItemChoice.synopsis) [--access-group name]",
    details: ItemChoice.details + [
      "The seed is the secret of the item: Base32, or an otpauth:// URL of the kind totp; or such a URL on",
      "a line of its comment. Items of the type totp, as import-passwords stores them, come first.",
      "At a terminal standard error says how long the code is valid.",
    ],
    options: OptionSyntax(
      ItemChoice.letters, long: [PasswordKind.accessGroupOption], mayFollowOperands: true)
  ) { (arguments, session) throws(CommandFailure) in
    try PrintOneTimePassword(session: session, arguments: arguments).run()
  }
}
