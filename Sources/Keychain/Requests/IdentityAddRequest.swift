/// An identity to store: a certificate and its private key.
package struct IdentityAddRequest: Sendable {
  package var certificate: AddRequest
  package var key: AddRequest

  /// The contents of the new identity to return.
  package var contents: ItemContents

  package init(certificate: AddRequest, key: AddRequest, contents: ItemContents = []) {
    self.certificate = certificate
    self.key = key
    self.contents = contents
  }
}
