import CredentialHelpers

/// The sentences that Docker compares literally.
extension HelperFailure {
  static let notFound = HelperFailure("credentials not found in native keychain")
  static let missingServerURL = HelperFailure("no credentials server URL")
  static let missingUsername = HelperFailure("no credentials username")
}
