import Foundation
import FuzzSupport

@testable import CertificateTrust

/// Reads bytes as the XML form of a property list, and as trust settings.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var source = ByteSource(start, count)
  let bytes = [UInt8](source.all())
  guard let value = try? PropertyListReader.read(bytes) else {
    // If the bytes are not a property list, they must not be trust settings.
    precondition((try? TrustSettingsList(external: bytes)) == nil)
    return 0
  }
  // A property list that is written and read again must be the same. The texts are compared, because a number may be
  // NaN.
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
