/// Calls `body`. Swift on Linux has no autorelease pools: objects go when nobody refers to them.
///
/// A function of this name in the calling package's own modules is preferred.
@_disfavoredOverload
public func autoreleasepool<Result, Failure: Error>(
  invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try body()
}
