import Security

/// Clears the last failure of this thread. A successful call also clears the last failure.
public func clearLastFailure() { LastFailure.clear() }
