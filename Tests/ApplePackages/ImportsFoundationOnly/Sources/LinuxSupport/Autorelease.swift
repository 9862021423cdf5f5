#if os(Linux)
  /// A replacement for a function of Apple's platforms, as some packages define it for Linux.
  public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
    try body()
  }
#endif
