import CExpat
import KeychainModel

/// Receives the parts of an XML document.
protocol XMLHandler: AnyObject {
  func begin(_ name: String, _ attributes: [String: String]) throws(TransferFailure)
  func end(_ name: String) throws(TransferFailure)
  func text(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure)
}

/// Parses XML with Expat. A document with a declaration of its type is refused, so no entity can grow or read a file.
enum XMLDocument {
  private final class Context {
    let handler: any XMLHandler
    var failure: TransferFailure?

    init(_ handler: any XMLHandler) { self.handler = handler }

    func attempt(_ body: (any XMLHandler) throws(TransferFailure) -> Void) -> Int32 {
      do throws(TransferFailure) {
        try body(handler)
        return 1
      } catch {
        failure = error
        return 0
      }
    }
  }

  /// - Throws: The failures of the handler; a failure if the document is malformed, or if Expat is missing.
  static func parse(_ bytes: UnsafeRawBufferPointer, _ handler: any XMLHandler) throws(TransferFailure) {
    let context = Context(handler)
    var functions = lk_xml_handler()
    functions.context = Unmanaged.passUnretained(context).toOpaque()
    functions.begin = { context, name, attributes in
      guard let context = XMLDocument.context(context), let name else { return 0 }
      return context.attempt { (handler) throws(TransferFailure) in
        try handler.begin(String(cString: name), XMLDocument.dictionary(attributes))
      }
    }
    functions.end = { context, name in
      guard let context = XMLDocument.context(context), let name else { return 0 }
      return context.attempt { (handler) throws(TransferFailure) in try handler.end(String(cString: name)) }
    }
    functions.text = { context, bytes, count in
      guard let context = XMLDocument.context(context) else { return 0 }
      return context.attempt { (handler) throws(TransferFailure) in
        try handler.text(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
      }
    }
    var line: UInt = 0
    let result = withExtendedLifetime(context) { lk_xml_parse(bytes.baseAddress, bytes.count, &functions, &line) }
    switch result {
    case LK_XML_OK: return
    case LK_XML_NO_LIBRARY: throw TransferFailure("libexpat.so.1 is missing; install the package libexpat1")
    case LK_XML_HAS_TYPE: throw TransferFailure("a declaration of a document type is not accepted", line: Int(line))
    case LK_XML_ENDED:
      throw TransferFailure(context.failure?.reason ?? "the document cannot be read", line: Int(line))
    case LK_XML_NO_MEMORY: throw TransferFailure("there is not enough memory")
    default: throw TransferFailure("the XML is malformed", line: Int(line))
    }
  }

  private static func context(_ pointer: UnsafeMutableRawPointer?) -> Context? {
    pointer.map { Unmanaged<Context>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func dictionary(_ attributes: UnsafePointer<UnsafePointer<CChar>?>?) -> [String: String] {
    var found: [String: String] = [:]
    guard var position = attributes else { return found }
    while let name = position[0], let value = position[1] {
      found[String(cString: name)] = String(cString: value)
      position += 2
    }
    return found
  }
}
