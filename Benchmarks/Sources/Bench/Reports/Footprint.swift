/// The disk space and the memory that a store needs.
struct Footprint: Codable {
  /// The size of the database after a checkpoint, in bytes, divided by the number of rows.
  var bytesPerItem = 0.0
  var floorBytesPerItem = 0.0
  var leanFloorBytesPerItem = 0.0
  /// The number of bytes in write calls for one add (`wchar` of /proc/self/io). The number includes the writes to the
  /// write-ahead log and the writes of checkpoints.
  var bytesWrittenPerAdd = 0.0
  var floorBytesWrittenPerAdd = 0.0
  var memory = Memory()
}
