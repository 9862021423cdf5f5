import CFloor
import Foundation

/// The folder of a measured store. It contains the keychain, and the databases of the floor (CFloor.h).
struct StoreFolder {
  let filling: Filling
  let count: Int
  let path: String

  /// The folder of the keychain, which is the value of `LATCHKEY_HOME`.
  var home: String { path + "/keychain" }
  var floorPath: String { path + "/floor.db" }
  var leanFloorPath: String { path + "/lean.db" }

  var name: String { "\(filling.rawValue), \(count) items" }

  /// Creates and fills a store. If a memory file system has enough space, the store is filled in memory and then copied
  /// to the disk. Filling in memory is faster, because the writes do not wait for the disk.
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
