/// Memory for values of C, each at an address of its own that stays as long as the object.
final class StructureMemory {
  private var places: [UnsafeMutableRawPointer] = []

  deinit {
    for place in places { place.deallocate() }
  }

  /// Stores one value. What it holds need not be destroyed.
  func store<Value: BitwiseCopyable>(_ value: Value) -> UnsafePointer<Value> {
    let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    place.initialize(to: value)
    places.append(UnsafeMutableRawPointer(place))
    return UnsafePointer(place)
  }

  /// Stores values one after the other; nil when there are none.
  func store<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafeMutablePointer<Value>? {
    guard !values.isEmpty else { return nil }
    let place = UnsafeMutablePointer<Value>.allocate(capacity: values.count)
    _ = UnsafeMutableBufferPointer(start: place, count: values.count).initialize(from: values)
    places.append(UnsafeMutableRawPointer(place))
    return place
  }

  /// Stores bytes.
  func store(_ bytes: [UInt8]) -> CSSM_DATA {
    CSSM_DATA(Length: bytes.count, Data: store(bytes))
  }
}
