import Foundation
import FuzzSupport

@testable import CertificateTrust
@testable import PropertyLists

/// Reads the bytes as a property list in XML, and as trust settings.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var source = ByteSource(start, count)
  let bytes = [UInt8](source.all())
  guard let value = try? PropertyListReader.read(bytes) else {
    // Bytes that are not a property list must not be accepted as trust settings.
    precondition((try? TrustSettingsList(external: bytes)) == nil)
    return 0
  }
  // Writing the property list and reading it again must give the same property list. The written texts are compared,
  // because a number may be NaN, which does not equal itself.
  let written = PropertyListWriter.write(value)
  guard let again = try? PropertyListReader.read(written) else {
    preconditionFailure("a property list cannot be read")
  }
  precondition(PropertyListWriter.write(again) == written)
  guard let list = try? TrustSettingsList(external: bytes) else { return 0 }
  guard let external = try? list.external(), let same = try? TrustSettingsList(external: external)
  else { preconditionFailure("trust settings cannot be read") }
  precondition((try? same.external()) == external)
  precondition(same.records.count == list.records.count)
  return 0
}
