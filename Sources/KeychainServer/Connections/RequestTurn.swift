/// The turn of one request of a user, which ends once.
final class RequestTurn {
  let load: UserLoad
  private var hasEnded = false

  init(_ load: UserLoad) { self.load = load }

  /// - Returns: The connections that may continue.
  func end() -> [ClientConnection] {
    guard !hasEnded else { return [] }
    hasEnded = true
    return load.endRequest()
  }
}
