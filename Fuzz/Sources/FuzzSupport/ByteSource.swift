import Foundation

/// The bytes that libFuzzer made up, taken from the front. When none are left, zeros come.
public struct ByteSource {
  private var rest: UnsafeRawBufferPointer

  /// The bytes of one input.
  public init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    rest = UnsafeRawBufferPointer(start: start, count: count)
  }

  /// Whether all bytes are used up.
  public var isEmpty: Bool { rest.isEmpty }

  /// The next byte.
  public mutating func byte() -> UInt8 {
    guard let byte = rest.first else { return 0 }
    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
    return byte
  }

  /// A number below a limit, of one byte.
  public mutating func number(below limit: Int) -> Int { Int(byte()) % limit }

  /// One of several.
  public mutating func one<Element>(of elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }

  /// A number of eight bytes.
  public mutating func integer() -> Int64 {
    (0..<8).reduce(0) { number, _ in number << 8 | Int64(byte()) }
  }

  /// As many bytes as the next byte says, or as are left.
  public mutating func data() -> Data {
    let count = min(Int(byte()), rest.count)
    defer { rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count)) }
    return Data(rest.prefix(count))
  }

  /// All that is left.
  public mutating func all() -> Data {
    defer { rest = UnsafeRawBufferPointer(start: nil, count: 0) }
    return Data(rest)
  }
}
