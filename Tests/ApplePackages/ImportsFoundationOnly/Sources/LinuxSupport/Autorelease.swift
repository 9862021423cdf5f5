#if os(Linux)
  /// Replaces a function of Apple's platforms. Some packages define this function on Linux.
  public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
    try body()
  }
#endif
