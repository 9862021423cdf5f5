import Foundation
import Security

/// The C function `SecItemExport`.
@_cdecl("SecItemExport")
public func secItemExport(
  _ items: UnsafeRawPointer?, _ format: UInt32, _ flags: UInt32, _ parameters: UnsafeRawPointer?,
  _ exported: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  write(items, format, flags, parameters, .arrays, exported)
}

/// The C function `SecKeychainItemExport`.
@_cdecl("SecKeychainItemExport")
public func secKeychainItemExport(
  _ items: UnsafeRawPointer?, _ format: UInt32, _ flags: UInt32, _ parameters: UnsafeRawPointer?,
  _ exported: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  write(items, format, flags, parameters, .bits, exported)
}

private func write(
  _ items: UnsafeRawPointer?, _ format: UInt32, _ flags: UInt32, _ parameters: UnsafeRawPointer?,
  _ ending: ForeignKeyParameters.Ending, _ exported: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  exported?.pointee = nil
  return ForeignCall.run {
    guard let items = Incoming.object(items), let exported,
      let format = SecExternalFormat(rawValue: format)
    else { return errSecParam }
    var data: CFData?
    let status = ForeignKeyParameters.with(parameters, ending) {
      SecItemExport(items, format, SecItemImportExportFlags(rawValue: flags), $0, &data)
    }
    exported.pointee = Outgoing.data(data)
    return status ?? errSecParam
  }
}

/// The C function `SecItemImport`.
@_cdecl("SecItemImport")
public func secItemImport(
  _ data: UnsafeRawPointer?, _ fileName: UnsafeRawPointer?,
  _ format: UnsafeMutablePointer<UInt32>?, _ type: UnsafeMutablePointer<UInt32>?, _ flags: UInt32,
  _ parameters: UnsafeRawPointer?, _ keychain: UnsafeRawPointer?,
  _ items: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  read(data, fileName, format, type, flags, parameters, .arrays, keychain, items)
}

/// The C function `SecKeychainItemImport`.
@_cdecl("SecKeychainItemImport")
public func secKeychainItemImport(
  _ data: UnsafeRawPointer?, _ fileName: UnsafeRawPointer?,
  _ format: UnsafeMutablePointer<UInt32>?, _ type: UnsafeMutablePointer<UInt32>?, _ flags: UInt32,
  _ parameters: UnsafeRawPointer?, _ keychain: UnsafeRawPointer?,
  _ items: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  read(data, fileName, format, type, flags, parameters, .bits, keychain, items)
}

private func read(
  _ data: UnsafeRawPointer?, _ fileName: UnsafeRawPointer?,
  _ format: UnsafeMutablePointer<UInt32>?, _ type: UnsafeMutablePointer<UInt32>?, _ flags: UInt32,
  _ parameters: UnsafeRawPointer?, _ ending: ForeignKeyParameters.Ending,
  _ keychain: UnsafeRawPointer?, _ items: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  items?.pointee = nil
  return ForeignCall.run {
    let ownName = Incoming.string(fileName)
    let ownKeychain = Box.object(keychain, as: SecKeychain.self)
    guard let data = Incoming.data(data), (fileName == nil) == (ownName == nil),
      (keychain == nil) == (ownKeychain == nil),
      var ownFormat = SecExternalFormat(rawValue: format?.pointee ?? 0),
      var ownType = SecExternalItemType(rawValue: type?.pointee ?? 0)
    else { return errSecParam }
    var found: CFArray?
    let status = ForeignKeyParameters.with(parameters, ending) {
      SecItemImport(
        data, ownName, &ownFormat, &ownType, SecItemImportExportFlags(rawValue: flags), $0,
        ownKeychain, &found)
    }
    format?.pointee = ownFormat.rawValue
    type?.pointee = ownType.rawValue
    items?.pointee = Outgoing.object(found)
    return status ?? errSecParam
  }
}
