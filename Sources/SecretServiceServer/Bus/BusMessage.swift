import CSystemd
import Glibc
import KeychainModel

/// A message of the bus. The memory of the message is overwritten before it is freed, because it may contain a secret.
///
/// The reading functions read the values one after the other. They throw `InvalidArgs` when the next value has another
/// type. sd-bus has checked the message, so texts are UTF-8 without the character NUL, and paths are valid.
final class BusMessage {
  let pointer: OpaquePointer
  /// The size of what was appended.
  private var size = MessageSize()

  /// Takes over one reference to the message.
  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { lk_bus_message_release(pointer) }

  // MARK: The header

  var isCall: Bool { lk_bus_message_is_call(pointer) != 0 }
  var isSignal: Bool { lk_bus_message_is_signal(pointer) != 0 }
  var expectsReply: Bool { lk_bus_message_expects_reply(pointer) != 0 }

  /// The unique name of the connection that sent the message. The bus sets this name; a client cannot choose it.
  var sender: String { Self.text(lk_bus_message_sender(pointer)) }
  var path: String { Self.text(lk_bus_message_path(pointer)) }
  var member: String { Self.text(lk_bus_message_member(pointer)) }

  /// The interface; nil for a call that names none.
  var interface: String? { lk_bus_message_interface(pointer).map { String(cString: $0) } }

  private static func text(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }

  /// - Throws: `InvalidArgs` unless the arguments have the types of the signature.
  func require(signature wanted: StaticString) throws(BusError) {
    guard strcmp(lk_bus_message_signature(pointer), wanted.cString) == 0 else {
      throw .invalidArgs("the arguments must have the signature \(wanted)")
    }
  }

  // MARK: Reading

  func text() throws(BusError) -> String { try text(type: "s") }
  func objectPath() throws(BusError) -> String { try text(type: "o") }

  private func text(type: Unicode.Scalar) throws(BusError) -> String {
    var text: UnsafePointer<CChar>?
    try check(lk_bus_message_read_text(pointer, CChar(type.value), &text), isNeeded: true)
    return Self.text(text)
  }

  func flag() throws(BusError) -> Bool {
    var flag: Int32 = 0
    try check(lk_bus_message_read_flag(pointer, &flag), isNeeded: true)
    return flag != 0
  }

  /// A descriptor that belongs to the message. It is closed with the message.
  func descriptor() throws(BusError) -> Int32 {
    var descriptor: Int32 = -1
    try check(lk_bus_message_read_descriptor(pointer, &descriptor), isNeeded: true)
    return descriptor
  }

  /// Reads an array of bytes. The caller wipes the result if it is a secret.
  func bytes() throws(BusError) -> [UInt8] {
    var bytes: UnsafeRawPointer?
    var count = 0
    try check(lk_bus_message_read_bytes(pointer, &bytes, &count), isNeeded: true)
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// Reads an array, and calls `body` once for each member.
  ///
  /// - Parameters:
  ///   - contents: The signature of a member.
  ///   - limit: The largest number of members.
  func array(
    _ contents: StaticString, limit: Int, _ body: () throws(BusError) -> Void
  ) throws(BusError) {
    guard try enter("a", contents) else { throw .message(-22) }
    var count = 0
    while try !isAtEnd() {
      count += 1
      guard count <= limit else { throw .limitsExceeded("an array has more than \(limit) members") }
      try body()
    }
    try exit()
  }

  /// Reads an entry of a dictionary, which is a member of an array.
  ///
  /// - Parameter contents: The signature of the key and the value.
  func entry<Result>(
    _ contents: StaticString, _ body: () throws(BusError) -> Result
  ) throws(BusError) -> Result {
    try container("e", contents, body)
  }

  func structure<Result>(
    _ contents: StaticString, _ body: () throws(BusError) -> Result
  ) throws(BusError) -> Result {
    try container("r", contents, body)
  }

  private func container<Result>(
    _ type: Unicode.Scalar, _ contents: StaticString, _ body: () throws(BusError) -> Result
  ) throws(BusError) -> Result {
    guard try enter(type, contents) else { throw .message(-22) }
    let result = try body()
    try exit()
    return result
  }

  /// Reads a variant.
  ///
  /// - Parameter contents: The type that the value must have.
  func variant<Result>(
    _ contents: StaticString, _ body: () throws(BusError) -> Result
  ) throws(BusError) -> Result {
    guard try variantContents().map({ strcmp($0, contents.cString) }) == 0 else {
      throw .invalidArgs("a value must have the type \(contents)")
    }
    return try container("v", contents, body)
  }

  /// The signature of the value in the variant that follows; nil if no variant follows.
  private func variantContents() throws(BusError) -> UnsafePointer<CChar>? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard try check(lk_bus_message_peek(pointer, &type, &contents)) > 0, type == Self.code("v") else { return nil }
    return contents
  }

  func skip(_ types: StaticString) throws(BusError) {
    try check(lk_bus_message_skip(pointer, types.cString))
  }

  private func isAtEnd() throws(BusError) -> Bool {
    var type: CChar = 0
    return try check(lk_bus_message_peek(pointer, &type, nil)) == 0
  }

  private func enter(_ type: Unicode.Scalar, _ contents: StaticString) throws(BusError) -> Bool {
    try check(lk_bus_message_enter(pointer, Self.code(type), contents.cString)) > 0
  }

  private func exit() throws(BusError) { try check(lk_bus_message_exit(pointer)) }

  // MARK: Writing
  // The functions throw `LimitsExceeded` when the message gets too large for the bus.

  func append(_ text: String) throws(BusError) { try append("s", text) }
  func append(path: String) throws(BusError) { try append("o", path) }
  func append(signature: String) throws(BusError) { try append("g", signature) }

  private func append(_ type: Unicode.Scalar, _ text: String) throws(BusError) {
    let count = text.utf8.count
    if type == "g" { try size.add(signature: count) } else { try size.add(text: count) }
    // `withCString` does not copy the text, unlike passing the text itself.
    try check(text.withCString { lk_bus_message_append_text(pointer, Self.code(type), $0) })
  }

  func append(_ flag: Bool) throws(BusError) {
    try size.add(4, alignment: 4)
    try check(lk_bus_message_append_flag(pointer, flag ? 1 : 0))
  }

  /// Appends an unsigned number of 64 bits.
  func append(_ number: UInt64) throws(BusError) {
    try size.add(8, alignment: 8)
    try check(lk_bus_message_append_number(pointer, number))
  }

  /// Appends an unsigned number of 32 bits.
  func append(code: UInt32) throws(BusError) {
    try size.add(4, alignment: 4)
    try check(lk_bus_message_append_code(pointer, code))
  }

  func append(_ bytes: [UInt8]) throws(BusError) {
    try size.add(bytes: bytes.count)
    try check(bytes.withUnsafeBytes { lk_bus_message_append_bytes(pointer, $0.baseAddress, $0.count) })
  }

  /// Appends an array. `body` appends the members.
  func appendArray(_ contents: StaticString, _ body: () throws(BusError) -> Void) throws(BusError) {
    try appendContainer("a", contents, body)
  }

  /// Appends an entry of a dictionary. `body` appends the key and the value.
  func appendEntry(_ contents: StaticString, _ body: () throws(BusError) -> Void) throws(BusError) {
    try appendContainer("e", contents, body)
  }

  func appendStructure(_ contents: StaticString, _ body: () throws(BusError) -> Void) throws(BusError) {
    try appendContainer("r", contents, body)
  }

  func appendVariant(_ contents: StaticString, _ body: () throws(BusError) -> Void) throws(BusError) {
    try appendContainer("v", contents, body)
  }

  func append(paths: [String]) throws(BusError) {
    try appendArray("o") { () throws(BusError) in
      for path in paths { try append(path: path) }
    }
  }

  private func appendContainer(
    _ type: Unicode.Scalar, _ contents: StaticString, _ body: () throws(BusError) -> Void
  ) throws(BusError) {
    try size.open(type, contents)
    try check(lk_bus_message_open(pointer, Self.code(type), contents.cString))
    try body()
    try check(lk_bus_message_close(pointer))
    size.close()
  }

  // MARK: Errors

  private static func code(_ type: Unicode.Scalar) -> CChar { CChar(type.value) }

  /// - Parameter isNeeded: Whether the end of an array is an error.
  @discardableResult
  private func check(_ result: Int32, isNeeded: Bool = false) throws(BusError) -> Int32 {
    guard result >= (isNeeded ? 1 : 0) else { throw .message(result == 0 ? -22 : result) }
    return result
  }
}

extension StaticString {
  /// The text for functions of C. The compiler ends each literal with NUL.
  fileprivate var cString: UnsafePointer<CChar> { UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }
}
