// Tests of keys, and messages: not built.

extension Command {
  static let createKeyLoop = Command(
    "create-key-loop", "Make keys for a test.",
    onMacOS: "is an internal test", missing: .macOS, isListed: false)

  static let cms = Command(
    "cms", "Encode or decode CMS messages.",
    synopsis: "-C|-D|-E|-S [options]",
    onMacOS: "encrypts, decrypts, wraps or signs messages", missing: .messages)
}
