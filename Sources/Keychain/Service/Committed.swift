/// The result of a committed transaction, with the facts that observers need.
struct Committed<Value> {
  let value: Value

  /// Whether a synchronizable item was added, changed or deleted.
  let isSynchronizable: Bool

  /// The reply that reports the commit to the client. The client posts the notification.
  func reply(_ make: (Value) -> Reply) -> Reply { .committed(make(value), isSynchronizable: isSynchronizable) }
}
