public import Foundation

/// An access list of macOS's file keychains. Access lists do not exist here, so no object of this type exists.
public final class SecAccess: NSObject {
  private override init() {}
}
