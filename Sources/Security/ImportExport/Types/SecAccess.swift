public import Foundation

/// An access list of the file keychains of macOS. There are none here, and so no object of this type.
public final class SecAccess: NSObject {
  private override init() {}
}
