import KeychainModel

// Encodes changes of the keychain, and the outcomes of earlier calls.

extension KeychainChange: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(isSynchronizable: try reader.value(), process: try reader.value())
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(isSynchronizable)
    try writer.value(process)
  }
}

extension ChangeCursor: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(database: try reader.value(), number: try reader.value(), known: try reader.value())
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(database)
    try writer.value(number)
    try writer.value(known)
  }
}

extension RequestOutcome: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    switch try reader.number(UInt8.self) {
    case 0: self = .unknown
    case 1: self = .done(try reader.value())
    // The number 2 belonged to a removed outcome.
    case 3: self = .refused
    default: throw MessageReader.malformed
    }
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    switch self {
    case .unknown: writer.number(UInt8(0))
    case .done(let items):
      writer.number(UInt8(1))
      try writer.value(items)
    case .refused: writer.number(UInt8(3))
    }
  }
}

extension RequestOutcome.NewItem: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(try reader.value(), try reader.value())
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(itemClass)
    try writer.value(identifier)
  }
}
