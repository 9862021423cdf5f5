import CFloor
import Foundation

/// A measured store on the disk, with the floor's databases beside it.
struct StoreFolder {
  let filling: Filling
  let count: Int
  let path: String

  /// The value of `LATCHKEY_HOME` for the keychain.
  var home: String { path + "/keychain" }
  var floorPath: String { path + "/floor.db" }
  var leanFloorPath: String { path + "/lean.db" }

  var name: String { "\(filling.rawValue), \(count) items" }

  /// Creates the folder and fills it. The store is filled in memory if there is enough space, because filling does not
  /// need safety against power loss.
  static func filled(_ filling: Filling, _ count: Int, _ options: Options) -> StoreFolder {
    let name = "/" + filling.rawValue.replacingOccurrences(of: " ", with: "-") + "-\(count)"
    let store = StoreFolder(filling: filling, count: count, path: options.directory + name)
    note("filling: \(store.name)")
    let isInMemory =
      !options.memoryDirectory.isEmpty
      && freeBytes(options.memoryDirectory) > UInt64(count) * 4096 + (64 << 20)
    let place = StoreFolder(
      filling: filling, count: count,
      path: isInMemory ? options.memoryDirectory + name : store.path)
    do {
      let manager = FileManager.default
      try manager.createDirectory(
        atPath: place.home, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      Child.run(.fill, place)
      if isInMemory {
        try manager.copyItem(atPath: place.path, toPath: store.path)
        try manager.removeItem(atPath: place.path)
      }
    } catch {
      fail("a store cannot be made in \(options.directory): \(error)")
    }
    sync()
    return store
  }

  func byteCount(_ path: String) -> Double {
    let count = floor_byte_count(path)
    if count < 0 { fail("\(path) cannot be read") }
    return Double(count)
  }

  private static func freeBytes(_ path: String) -> UInt64 {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return 0 }
    return UInt64(status.f_bavail) * UInt64(status.f_frsize)
  }
}
