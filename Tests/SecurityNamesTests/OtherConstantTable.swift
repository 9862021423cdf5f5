import Foundation
import Security

/// The constants for policies, trust, key exchange and import, with the names that programs use.
///
/// A stored global variable must not contain an `NSString`, because `NSString` is not `Sendable`. Therefore, the table
/// is a computed property.
var otherConstantTable: [(name: String, value: CFString)] {
  [
    ("kSecPolicyAppleX509Basic", kSecPolicyAppleX509Basic),
    ("kSecPolicyAppleSSL", kSecPolicyAppleSSL),
    ("kSecPolicyAppleSMIME", kSecPolicyAppleSMIME),
    ("kSecPolicyAppleCodeSigning", kSecPolicyAppleCodeSigning),
    ("kSecPolicyAppleTimeStamping", kSecPolicyAppleTimeStamping),
    ("kSecPolicyAppleRevocation", kSecPolicyAppleRevocation),
    ("kSecPolicyOid", kSecPolicyOid),
    ("kSecPolicyName", kSecPolicyName),
    ("kSecPolicyClient", kSecPolicyClient),
    ("kSecPolicyRevocationFlags", kSecPolicyRevocationFlags),
    ("kSecTrustEvaluationDate", kSecTrustEvaluationDate),
    ("kSecTrustResultValue", kSecTrustResultValue),
    ("kSecTrustResultDetails", kSecTrustResultDetails),
    ("kSecTrustRevocationChecked", kSecTrustRevocationChecked),
    ("kSecTrustRevocationReason", kSecTrustRevocationReason),
    ("kSecTrustRevocationValidUntilDate", kSecTrustRevocationValidUntilDate),
    ("kSecTrustExtendedValidation", kSecTrustExtendedValidation),
    ("kSecTrustOrganizationName", kSecTrustOrganizationName),
    ("kSecTrustCertificateTransparency", kSecTrustCertificateTransparency),
    ("kSecTrustCertificateTransparencyWhiteList", kSecTrustCertificateTransparencyWhiteList),
    ("kSecTrustQCStatements", kSecTrustQCStatements),
    ("kSecTrustQWACValidation", kSecTrustQWACValidation),
    ("kSecKeyKeyExchangeParameterRequestedSize", SecKeyKeyExchangeParameter.requestedSize.rawValue),
    ("kSecKeyKeyExchangeParameterSharedInfo", SecKeyKeyExchangeParameter.sharedInfo.rawValue),
    ("kSecImportExportPassphrase", kSecImportExportPassphrase),
    ("kSecImportExportKeychain", kSecImportExportKeychain),
    ("kSecImportExportAccess", kSecImportExportAccess),
    ("kSecImportToMemoryOnly", kSecImportToMemoryOnly),
    ("kSecImportItemLabel", kSecImportItemLabel),
    ("kSecImportItemKeyID", kSecImportItemKeyID),
    ("kSecImportItemTrust", kSecImportItemTrust),
    ("kSecImportItemCertChain", kSecImportItemCertChain),
    ("kSecImportItemIdentity", kSecImportItemIdentity),
  ]
}
