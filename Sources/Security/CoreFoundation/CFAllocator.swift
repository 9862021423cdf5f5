public import Foundation

/// The argument that selects the memory allocator of a Core Foundation function.
///
/// The type exists so that calls with `kCFAllocatorDefault` or nil compile. The Swift runtime allocates all memory.
///
/// `@unchecked Sendable` is safe: the class has no state.
public final class CFAllocator: NSObject, @unchecked Sendable {
  override init() {}
}

extension CFAllocator: TypeIdentified {
  package static var typeIdentifier: TypeIdentifier { .allocator }
}
