import PasswordTransfer

/// Reads a text with a reader. The name of a reader is the value of the option `--from`.
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
