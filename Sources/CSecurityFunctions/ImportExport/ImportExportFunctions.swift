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
  _ ending: CKeyParameters.Ending, _ exported: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  exported?.pointee = nil
  return CCall.run {
    guard let items = CFInput.object(items), let exported,
      let format = SecExternalFormat(rawValue: format)
    else { return errSecParam }
    var data: CFData?
    let status = CKeyParameters.with(parameters, ending) {
      SecItemExport(items, format, SecItemImportExportFlags(rawValue: flags), $0, &data)
    }
    exported.pointee = CFOutput.data(data)
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
  _ parameters: UnsafeRawPointer?, _ ending: CKeyParameters.Ending,
  _ keychain: UnsafeRawPointer?, _ items: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  items?.pointee = nil
  return CCall.run {
    let ownName = CFInput.string(fileName)
    let ownKeychain = Box.object(keychain, as: SecKeychain.self)
    guard let data = CFInput.data(data), (fileName == nil) == (ownName == nil),
      (keychain == nil) == (ownKeychain == nil),
      var ownFormat = SecExternalFormat(rawValue: format?.pointee ?? 0),
      var ownType = SecExternalItemType(rawValue: type?.pointee ?? 0)
    else { return errSecParam }
    var found: CFArray?
    let status = CKeyParameters.with(parameters, ending) {
      SecItemImport(
        data, ownName, &ownFormat, &ownType, SecItemImportExportFlags(rawValue: flags), $0,
        ownKeychain, &found)
    }
    format?.pointee = ownFormat.rawValue
    type?.pointee = ownType.rawValue
    items?.pointee = CFOutput.object(found)
    return status ?? errSecParam
  }
}

/// The C function `SecPKCS12Import`.
@_cdecl("SecPKCS12Import")
public func secPKCS12Import(
  _ data: UnsafeRawPointer?, _ options: UnsafeRawPointer?,
  _ items: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  items?.pointee = nil
  return CCall.run {
    guard let data = CFInput.data(data), let options = CFInput.dictionary(options) else {
      return errSecParam
    }
    return CFOutput.give(items) { SecPKCS12Import(data, options, &$0) }
  }
}
