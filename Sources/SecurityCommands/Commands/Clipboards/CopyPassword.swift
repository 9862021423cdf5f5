import Keychain
import KeychainModel
import PasswordTransfer

/// Copies a password to the clipboard, and schedules the clearing of the clipboard.
struct CopyPassword {
  let session: CommandSession
  let arguments: Arguments

  private static let standardDelay: UInt32 = 45

  func run() throws(CommandFailure) {
    guard !(arguments.has("otp") && arguments.has("seed")) else {
      throw .usage("--otp copies a password, and --seed the seed that it is made of")
    }
    let delay = try delay()
    let clipboard = try clipboard()
    let choice = ItemChoice(
      session: session, arguments: arguments, isOfSeeds: arguments.has("otp"))
    let item = NamedItem(try choice.item())
    var secret = try secret(of: item)
    defer { secret.wipe() }
    guard !secret.isEmpty else { throw .failed("copy: the password is empty.") }
    let clearing = try CommandFailure.translating(in: "copy") { () throws(KeychainError) in
      try delay.map { (seconds) throws(KeychainError) in
        try ClipboardClearing(of: secret, in: clipboard, after: seconds, session.random)
      }
    }
    let detach = try clearing.map { (clearing) throws(CommandFailure) in
      try clearing.start(in: session)
    }
    do throws(CommandFailure) {
      try clipboard.copy(secret, in: session)
    } catch {
      try detach?(false)
      throw error
    }
    do throws(CommandFailure) {
      try detach?(true)
    } catch {
      try clipboard.clear(in: session)
      throw error
    }
    tell(item, clipboard, delay)
  }

  private func tell(_ item: NamedItem, _ clipboard: Clipboard, _ delay: UInt32?) {
    guard session.console.isTerminal(.error), !session.isQuiet else { return }
    let name = [item.name, item.account].filter { !$0.isEmpty }.map(EscapedName.text)
      .joined(separator: " ")
    let until = delay.map { "it is cleared in \($0) s" } ?? "it is not cleared"
    session.console.print("copied: \(name) (\(clipboard.rawValue)); \(until)", to: .error)
  }

  private func secret(of item: NamedItem) throws(CommandFailure) -> [UInt8] {
    if arguments.has("otp") {
      return try PrintOneTimePassword(session: session, arguments: arguments).password(of: item)
        .code
    }
    var secret = try session.secret(of: item.item)
    let isSeed =
      OneTimePasswordItem.isOne(item.item.itemClass, item.item.attributes)
      || OneTimePasswordSeed.isURL(secret)
    guard !isSeed || arguments.has("seed") else {
      secret.wipe()
      throw .failed(
        "copy: that is the seed of one-time passwords: --otp copies the present one, --seed the seed."
      )
    }
    return secret
  }

  /// Returns the delay in seconds after which the clipboard is cleared; nil if the clipboard is never cleared.
  private func delay() throws(CommandFailure) -> UInt32? {
    guard let word = arguments.value("clear") else { return Self.standardDelay }
    guard let seconds = UInt32(word.text),
      seconds == 0 || ClipboardClearing.delays.contains(seconds)
    else { throw .usage("--clear takes a number of seconds from 0 to 86400") }
    return seconds == 0 ? nil : seconds
  }

  private func clipboard() throws(CommandFailure) -> Clipboard {
    guard let word = arguments.value("with") else {
      if let clipboard = Clipboard.first(of: session) { return clipboard }
      throw .failed(
        "copy: there is no clipboard: neither wl-copy under Wayland, nor xclip under X11, nor a terminal."
      )
    }
    guard let clipboard = Clipboard(rawValue: word.text) else {
      throw .usage("--with: \"\(word.text)\" is none of wl-copy, xclip and osc52")
    }
    guard clipboard.isThere(in: session) else {
      throw .failed("copy: \(clipboard.rawValue) cannot be used here.")
    }
    return clipboard
  }
}

extension Command {
  static let copyPassword = Command(
    "copy", "Copy a password to the clipboard, for a while. (only in Latchkey)",
    synopsis:
      "[--clear seconds] [--with clipboard] [--otp | --seed] \(ItemChoice.synopsis) "
      + "[--access-group name]",
    details: ItemChoice.details + [
      "--clear seconds   clear the clipboard after so many, 45 without it; 0 for never. It is left alone when",
      "                  it holds something else by then; a terminal cannot be asked",
      "--with clipboard  wl-copy, xclip or osc52, which is the terminal; without it the first that is there",
      "--otp             the present one-time password in the place of the secret",
      "--seed            the secret also where it is the seed of one-time passwords",
    ],
    options: OptionSyntax(
      ItemChoice.letters, long: ["clear", "with", PasswordKind.accessGroupOption],
      flags: ["otp", "seed"],
      values: ["with": .words(Clipboard.allCases.map(\.rawValue))],
      mayFollowOperands: true)
  ) { (arguments, session) throws(CommandFailure) in
    try CopyPassword(session: session, arguments: arguments).run()
  }
}
