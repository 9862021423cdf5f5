/// Owns memory for C values. Each value keeps its address as long as the object exists.
final class StructureMemory {
  private var places: [UnsafeMutableRawPointer] = []

  deinit {
    for place in places { place.deallocate() }
  }

  /// Stores one value. The type is bitwise copyable, so the memory can be freed without destroying the value.
  func store<Value: BitwiseCopyable>(_ value: Value) -> UnsafePointer<Value> {
    let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    place.initialize(to: value)
    places.append(UnsafeMutableRawPointer(place))
    return UnsafePointer(place)
  }

  /// Stores an array of values. Returns nil if the array is empty.
  func store<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafeMutablePointer<Value>? {
    guard !values.isEmpty else { return nil }
    let place = UnsafeMutablePointer<Value>.allocate(capacity: values.count)
    _ = UnsafeMutableBufferPointer(start: place, count: values.count).initialize(from: values)
    places.append(UnsafeMutableRawPointer(place))
    return place
  }

  /// Stores bytes, and returns the buffer that describes them.
  func store(_ bytes: [UInt8]) -> CSSM_DATA {
    CSSM_DATA(Length: bytes.count, Data: store(bytes))
  }
}
