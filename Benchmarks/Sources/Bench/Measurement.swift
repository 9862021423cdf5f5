/// What one operation costs in one store.
struct Measurement: Codable {
  /// How the store is filled: even, one service, synchronizable, tombstones.
  var filling: String
  var count: Int
  var operation: String
  /// Microseconds inside the call, with a prebuilt query and an unconverted result.
  var median: Double
  var percentile99: Double
  /// Microseconds as a user writes it: the dictionary built, the result cast.
  var asWritten: Double?
  /// Microseconds of SQLite and OpenSSL alone, in the same process.
  var floor: Double?

  var ratio: Double? { floor.map { median / $0 } }
}

/// What a store of a size takes.
struct Footprint: Codable {
  var filling: String
  var count: Int
  var bytesAnItem: Double
  var bytesWrittenAnAdd: Double
  /// Mebibytes of memory of the whole process, at its highest.
  var residentMebibytes: Double
}

struct Report: Codable {
  var measurements: [Measurement] = []
  var footprints: [Footprint] = []
}
