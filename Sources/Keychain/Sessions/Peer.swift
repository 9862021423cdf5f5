/// The client that calls a service.
package struct Peer: Sendable {
  /// The session of the client; nil for a client in the process of the service.
  package let session: ClientSession?
  package let caller: Caller
  /// The permissions of the client. A client in the process of the service has all permissions.
  package let permissions: Permissions
  /// What the present call of the client uses of the service.
  package var resources = CallResources()

  /// Makes a client in the process of the service.
  package init(_ caller: Caller) {
    session = nil
    self.caller = caller
    permissions = .all
  }

  /// Makes a client in another process.
  package init(_ caller: Caller, in session: ClientSession, permissions: Permissions) {
    self.session = session
    self.caller = caller
    self.permissions = permissions
  }
}
