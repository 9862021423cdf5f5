import Foundation

/// Writes and reads reports in JSON.
enum JSON {
  static func encode(_ value: some Encodable) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { fail("a report cannot be written as JSON") }
    return data + Data("\n".utf8)
  }

  static func decode<Value: Decodable>(_ data: Data) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: data)
    } catch {
      fail("a report cannot be read: \(error)")
    }
  }

  static func print(_ value: some Encodable) { FileHandle.standardOutput.write(encode(value)) }

  /// Prints a value on one line of standard output, without a buffer.
  static func printLine(_ value: some Encodable) {
    guard let data = try? JSONEncoder().encode(value) else { fail("a value is no JSON") }
    FileHandle.standardOutput.write(data + Data("\n".utf8))
  }

  static func read<Value: Decodable>(_ path: String) -> Value {
    guard let data = FileManager.default.contents(atPath: path) else { fail("no file \(path)") }
    return decode(data)
  }

  static func write(_ value: some Encodable, to path: String) {
    do {
      try encode(value).write(to: URL(fileURLWithPath: path))
    } catch {
      fail("\(path) cannot be written: \(error)")
    }
  }
}
