// Smart cards and other tokens: not built.

extension Command {
  static let listSmartcards = Command(
    "list-smartcards", "List the available smart cards.",
    onMacOS: "prints the smart cards that are inserted", missing: .tokens)

  static let exportSmartcard = Command(
    "export-smartcard", "Export items from a smart card.",
    synopsis: "[-i id] [-t type] [-e path]",
    onMacOS: "writes what is on a smart card to files", missing: .tokens)

  static let smartcards = Command(
    "smartcards", "Enable, disable or list smart card tokens.",
    synopsis: "token [-l] [-e token] [-d token]",
    onMacOS: "turns drivers of smart cards on or off", missing: .tokens)
}
