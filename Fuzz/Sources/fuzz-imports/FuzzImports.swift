import Foundation
import FuzzSupport
import Security

/// Imports the bytes in every format: PKCS#7, PKCS#8, PKCS#12, PEM and OpenSSH. Then exports the imported items.
///
/// The first byte selects the format hint and the export format. The other bytes are the file. The passphrase is the
/// passphrase of the seed files.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var source = ByteSource(start, count)
  let choice = source.byte()
  let bytes = source.all() as CFData
  if choice & 0x80 != 0 {
    var items: CFArray?
    let options = [kSecImportExportPassphrase: "geheim"] as NSDictionary
    let status = SecPKCS12Import(bytes, options, &items)
    precondition((status == errSecSuccess) == (items != nil))
    return 0
  }
  var parameters = SecItemImportExportKeyParameters()
  let passphrase = Unmanaged.passRetained("geheim" as CFString as AnyObject)
  defer { passphrase.release() }
  parameters.passphrase = passphrase
  var format = SecExternalFormat(rawValue: UInt32(choice & 15)) ?? .formatUnknown
  var items: CFArray?
  let status = SecItemImport(bytes, nil, &format, nil, [], &parameters, nil, &items)
  precondition((status == errSecSuccess) == (items != nil))
  guard let items, (items as NSArray).count > 0 else { return 0 }
  // Exporting the items and importing them again must give the same items. The export is not encrypted, because
  // encryption takes too long.
  var written: CFData?
  guard
    SecItemExport(items, .formatPEMSequence, .pemArmour, nil, &written) == errSecSuccess,
    let written
  else { return 0 }
  var again: CFArray?
  precondition(
    SecItemImport(written, nil, nil, nil, [], nil, nil, &again) == errSecSuccess && again != nil)
  return 0
}
