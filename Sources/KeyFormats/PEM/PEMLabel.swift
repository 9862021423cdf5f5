/// The labels of PEM blocks (keys-and-certificates 5.2; RFC 7468).
enum PEMLabel: String, CaseIterable {
  case certificate = "CERTIFICATE"
  case x509Certificate = "X509 CERTIFICATE"
  case trustedCertificate = "TRUSTED CERTIFICATE"
  case pkcs7 = "PKCS7"
  case pkcs12 = "PKCS12"
  case rsaPrivateKey = "RSA PRIVATE KEY"
  case rsaPublicKey = "RSA PUBLIC KEY"
  case publicKey = "PUBLIC KEY"
  case dsaPrivateKey = "DSA PRIVATE KEY"
  case dsaPublicKey = "DSA PUBLIC KEY"
  case dhPrivateKey = "DH PRIVATE KEY"
  case dhPublicKey = "DH PUBLIC KEY"
  case ecPrivateKey = "EC PRIVATE KEY"
  case ecdsaPublicKey = "ECDSA PUBLIC KEY"
  case privateKey = "PRIVATE KEY"
  case encryptedPrivateKey = "ENCRYPTED PRIVATE KEY"
  case anyPrivateKey = "ANY PRIVATE KEY"
  case symmetricKey = "SYMMETRIC KEY"
  case openSSHPrivateKey = "OPENSSH PRIVATE KEY"
  /// The name of a curve. OpenSSL writes it before a key that also contains it.
  case ecParameters = "EC PARAMETERS"
  /// Only the tool writes this label; no reader accepts it.
  case publicKeyHash = "PUBLIC KEY HASH"
}
