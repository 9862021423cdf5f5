import CSecurity
import Foundation
import Security

/// The C function `SecKeychainAttributeInfoForItemID`.
@_cdecl("SecKeychainAttributeInfoForItemID")
public func secKeychainAttributeInfoForItemID(
  _ keychain: UnsafeRawPointer?, _ itemID: UInt32,
  _ info: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 {
  CCall.run {
    guard let info else { return errSecParam }
    info.pointee = nil
    switch KeychainArgument.selection(keychain) {
    case .standard: break
    case .refused(let status): return status
    case .keychains(let keychains):
      var state: SecKeychainStatus = 0
      let status = SecKeychainGetStatus(keychains.first, &state)
      guard status == errSecSuccess else { return status }
    }
    guard let itemClass = PasswordAttribute.itemClass(ofRecord: itemID),
      let tags = PasswordAttribute.tags[itemClass]
    else { return errSecNoSuchClass }
    // One block of memory contains the structure and its arrays, so that one call frees the whole block.
    let size = MemoryLayout<AttributeInfo>.stride
    let room = [UInt8](repeating: 0, count: size + 2 * tags.count * MemoryLayout<UInt32>.stride)
    guard let memory = lk_buffer_create(room, room.count) else { return errSecAllocate }
    let numbers = (memory + size).bindMemory(to: UInt32.self, capacity: 2 * tags.count)
    for (index, tag) in tags.enumerated() {
      numbers[index] = tag
      numbers[tags.count + index] = PasswordAttribute.databaseFormat(of: tag)
    }
    memory.storeBytes(
      of: AttributeInfo(
        count: UInt32(tags.count), tags: numbers, formats: numbers + tags.count),
      as: AttributeInfo.self)
    info.pointee = memory
    return errSecSuccess
  }
}

/// The C function `SecKeychainFreeAttributeInfo`.
@_cdecl("SecKeychainFreeAttributeInfo")
public func secKeychainFreeAttributeInfo(_ info: UnsafeMutableRawPointer?) -> Int32 {
  guard let info else { return errSecParam }
  lk_buffer_free(info)
  return errSecSuccess
}

extension PasswordAttribute {
  /// Returns the class number for a CDSA record type. A class number is returned unchanged. Nil for other numbers.
  fileprivate static func itemClass(ofRecord number: UInt32) -> UInt32? {
    switch number {
    case 0x8000_0000, FourCharacters.code("genp"): FourCharacters.code("genp")
    case 0x8000_0001, FourCharacters.code("inet"): FourCharacters.code("inet")
    default: nil
    }
  }

  /// Returns the `CSSM_DB_ATTRIBUTE_FORMAT` that the attribute has on macOS.
  fileprivate static func databaseFormat(of tag: UInt32) -> UInt32 {
    switch tag {
    case FourCharacters.code("scrp"), FourCharacters.code("cusi"), FourCharacters.code("invi"),
      FourCharacters.code("nega"):
      1
    default:
      switch form(of: tag) {
      case .number, .code: 2
      case .date: 5
      default: 6
      }
    }
  }
}
