import CSystemd
import Glibc

/// A connection to the Secret Service of the user's session.
final class SecretServiceSession: BusReplies {
  private let service: OpaquePointer

  /// Connects to the service.
  ///
  /// - Throws: A failure if the service does not run, or if libsystemd is missing.
  init() throws(TransferFailure) {
    var service: OpaquePointer?
    let result = lk_secret_service_open(&service)
    guard result == 0, let service else {
      let problem = String(cString: lk_secret_service_problem(service))
      lk_secret_service_close(service)
      throw TransferFailure("the Secret Service cannot be reached: \(problem)")
    }
    self.service = service
  }

  deinit { lk_secret_service_close(service) }

  var problem: String { String(cString: lk_secret_service_problem(service)) }

  /// The paths of all collections.
  func collections() throws(TransferFailure) -> [String] {
    try texts { lk_secret_service_collections(service, $0, $1) }
  }

  /// The paths of the items of a collection.
  func items(of collection: String) throws(TransferFailure) -> [String] {
    try texts { lk_secret_service_items(service, collection, $0, $1) }
  }

  func label(ofCollection path: String) throws(TransferFailure) -> String {
    try texts { lk_secret_service_collection_label(service, path, $0, $1) }.first ?? ""
  }

  func label(ofItem path: String) throws(TransferFailure) -> String {
    try texts { lk_secret_service_item_label(service, path, $0, $1) }.first ?? ""
  }

  func isLocked(collection path: String) throws(TransferFailure) -> Bool {
    var isLocked: Int32 = 0
    try check(lk_secret_service_collection_is_locked(service, path, &isLocked))
    return isLocked != 0
  }

  func isLocked(item path: String) throws(TransferFailure) -> Bool {
    var isLocked: Int32 = 0
    try check(lk_secret_service_item_is_locked(service, path, &isLocked))
    return isLocked != 0
  }

  /// Unlocks a collection, if unlocking needs no question to the user.
  ///
  /// - Returns: Whether the collection is unlocked.
  func unlock(collection path: String) throws(TransferFailure) -> Bool {
    var needsPrompt: Int32 = 0
    try check(lk_secret_service_unlock(service, path, &needsPrompt))
    return needsPrompt == 0
  }

  func attributes(of item: String) throws(TransferFailure) -> [String: String] {
    var attributes: [String: String] = [:]
    let result = withUnsafeMutablePointer(to: &attributes) { attributes in
      lk_secret_service_attributes(
        service, item,
        { context, name, value in
          guard let name, let value else { return }
          context?.assumingMemoryBound(to: [String: String].self)
            .pointee[String(cString: name)] = String(cString: value)
        }, attributes)
    }
    try check(result)
    return attributes
  }

  /// The creation date of an item, in seconds since 1970-01-01.
  func created(_ item: String) throws(TransferFailure) -> UInt64 {
    var seconds: UInt64 = 0
    try check(lk_secret_service_created(service, item, &seconds))
    return seconds
  }

  func secret(of item: String) throws(TransferFailure) -> [UInt8] {
    try bytes { lk_secret_service_secret(service, item, $0, $1) }
  }
}
