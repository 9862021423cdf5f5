import Security

/// Clears this thread's last failure, as a successful call does.
public func clearLastFailure() { LastFailure.clear() }
