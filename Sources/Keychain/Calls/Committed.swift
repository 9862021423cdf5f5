/// The result of a transaction that was committed, and what it means for observers.
struct Committed<Value> {
  let value: Value

  /// Whether a synchronizable item was added, changed or deleted.
  let isSynchronizable: Bool

  /// The reply that says so to the client, which posts the notification.
  func reply(_ make: (Value) -> Reply) -> Reply { .committed(make(value), isSynchronizable: isSynchronizable) }
}
