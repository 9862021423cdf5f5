/// The disk space and memory that a store takes.
struct Footprint: Codable {
  /// The size of the database after a checkpoint, divided by the number of rows.
  var bytesPerItem = 0.0
  var floorBytesPerItem = 0.0
  var leanFloorBytesPerItem = 0.0
  /// The bytes passed to write calls (`wchar` of /proc/self/io), including the log and checkpoints.
  var bytesWrittenPerAdd = 0.0
  var floorBytesWrittenPerAdd = 0.0
  var memory = Memory()
}
