/// What a store takes, on the disk and in memory.
struct Footprint: Codable {
  /// The size of the database after its log was moved into it, by the rows in it.
  var bytesPerItem = 0.0
  var floorBytesPerItem = 0.0
  var leanFloorBytesPerItem = 0.0
  /// Bytes handed to write calls (`wchar` of /proc/self/io), log and checkpoints and all.
  var bytesWrittenPerAdd = 0.0
  var floorBytesWrittenPerAdd = 0.0
  var memory = Memory()
}
