#if os(Linux)
  /// What some packages bring along themselves.
  public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
    try body()
  }
#endif
