import Security

/// Forgets why the last call of this thread failed, as a success does.
public func clearLastFailure() { LastFailure.clear() }
