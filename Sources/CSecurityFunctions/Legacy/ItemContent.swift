import CSecurity
import Foundation
import Security

/// The C function `SecKeychainItemCopyContent`.
@_cdecl("SecKeychainItemCopyContent")
public func secKeychainItemCopyContent(
  _ item: UnsafeRawPointer?, _ itemClass: UnsafeMutablePointer<UInt32>?,
  _ attributes: UnsafeMutableRawPointer?, _ length: UnsafeMutablePointer<UInt32>?,
  _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 {
  CCall.run {
    guard let query = ItemArgument.query(item), let code = ItemArgument.classCode(item) else {
      return errSecParam
    }
    let list = AttributeList.at(attributes)
    let wantsSecret = length != nil || data != nil
    query[kSecReturnAttributes] = kCFBooleanTrue
    if wantsSecret { query[kSecReturnData] = kCFBooleanTrue }
    let status = SecretSearch.run(query) { found, secret in
      guard let content = found as? NSDictionary else { return errSecInternalComponent }
      if let list {
        let status = AttributeList.fill(list, of: code, from: content)
        guard status == errSecSuccess else { return status }
      }
      if wantsSecret {
        let status = PasswordContent.give(secret, length, data)
        guard status == errSecSuccess else {
          list?.freeValues()
          return status
        }
      }
      itemClass?.pointee = code
      return errSecSuccess
    }
    return ItemArgument.status(status)
  }
}

/// The C function `SecKeychainItemFreeContent`.
@_cdecl("SecKeychainItemFreeContent")
public func secKeychainItemFreeContent(
  _ attributes: UnsafeMutableRawPointer?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
  AttributeList.at(attributes)?.freeValues()
  lk_buffer_free(data)
  return errSecSuccess
}

/// The C structure `SecKeychainAttributeInfo`, with the same memory layout.
struct AttributeInfo {
  var count: UInt32
  var tags: UnsafeMutablePointer<UInt32>?
  var formats: UnsafeMutablePointer<UInt32>?
}

/// The C function `SecKeychainItemCopyAttributesAndData`.
@_cdecl("SecKeychainItemCopyAttributesAndData")
public func secKeychainItemCopyAttributesAndData(
  _ item: UnsafeRawPointer?, _ info: UnsafeMutableRawPointer?,
  _ itemClass: UnsafeMutablePointer<UInt32>?,
  _ attributes: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ length: UnsafeMutablePointer<UInt32>?,
  _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 {
  attributes?.pointee = nil
  guard let attributes else {
    return secKeychainItemCopyContent(item, itemClass, nil, length, data)
  }
  let wanted = info?.load(as: AttributeInfo.self)
  let count = Int(wanted?.count ?? 0)
  guard count == 0 || wanted?.tags != nil else { return errSecParam }
  let tags = UnsafeBufferPointer(start: wanted?.tags, count: count)
  // One block of memory contains the list and its entries, so that one call frees the whole block.
  let size = MemoryLayout<AttributeList>.stride
  let entrySize = MemoryLayout<AttributeList.Entry>.stride
  let room = [UInt8](repeating: 0, count: size + tags.count * entrySize)
  guard let memory = lk_buffer_create(room, room.count) else { return errSecAllocate }
  let entries = (memory + size).bindMemory(to: AttributeList.Entry.self, capacity: tags.count)
  for (index, tag) in tags.enumerated() { entries[index].tag = tag }
  memory.storeBytes(
    of: AttributeList(count: UInt32(tags.count), entries: entries), as: AttributeList.self)
  let status = secKeychainItemCopyContent(item, itemClass, memory, length, data)
  guard status == errSecSuccess else {
    lk_buffer_free(memory)
    return status
  }
  attributes.pointee = memory
  return status
}

/// The C function `SecKeychainItemFreeAttributesAndData`.
@_cdecl("SecKeychainItemFreeAttributesAndData")
public func secKeychainItemFreeAttributesAndData(
  _ attributes: UnsafeMutableRawPointer?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
  let status = secKeychainItemFreeContent(attributes, data)
  lk_buffer_free(attributes)
  return status
}
