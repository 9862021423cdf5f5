import PasswordTransfer

/// What a reader makes of text; readers have the names that `--from` has for them.
func read(_ reader: String, _ bytes: [UInt8]) throws(TransferFailure) -> Transfer {
  try bytes.withUnsafeBufferPointer { (buffer) throws(TransferFailure) in
    let bytes = UnsafeRawBufferPointer(buffer)
    return switch reader {
    case "csv": try CSVReader.read(bytes)
    case "dump": try DumpReader.read(bytes)
    case "json": try JSONItemReader.read(bytes)
    default: throw TransferFailure("no reader \(reader)")
    }
  }
}
