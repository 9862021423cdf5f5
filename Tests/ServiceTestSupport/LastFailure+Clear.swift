import Security

/// Clears the last failure of this thread. A successful call clears it, too.
public func clearLastFailure() { LastFailure.clear() }
