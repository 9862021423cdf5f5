/// Calls `body`. Swift on Linux has no autorelease pools: an object is freed when its last reference is released.
///
/// If the calling package also defines a function with this name, the compiler prefers the function of the package.
@_disfavoredOverload
public func autoreleasepool<Result, Failure: Error>(
  invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try body()
}
