public import Foundation

/// What Core Foundation's functions take to choose where memory comes from.
///
/// It exists so that calls which pass `kCFAllocatorDefault` or nil compile. All memory comes from
/// the Swift runtime.
///
/// `@unchecked Sendable` holds because there is no state at all.
public final class CFAllocator: NSObject, @unchecked Sendable {
  override init() {}
}

extension CFAllocator: TypeIdentified {
  package static var typeIdentifier: TypeIdentifier { .allocator }
}
