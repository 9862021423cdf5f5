import KeychainModel

// A macro's expansion does not find names of a module that is imported for the package only.
typealias KeychainFailure = KeychainError
typealias KeychainErrorCode = KeychainError.Code
