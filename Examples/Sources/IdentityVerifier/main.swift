// Verifies the output of identity-signer, without a keychain.
//
//     identity-verifier AUTHORITY FILE CHALLENGE
//
// AUTHORITY is the PEM certificate of the authority that must have issued the signer's certificate. FILE contains the
// signer's certificate and the signature of CHALLENGE.

import Foundation
import Security

func stop(_ reason: String) -> Never {
  FileHandle.standardError.write(Data("identity-verifier: \(reason)\n".utf8))
  exit(1)
}

/// Reads the certificate in a PEM file. Returns nil unless the first item in the file is a certificate.
func certificate(_ path: String) -> SecCertificate? {
  var items: CFArray?
  guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)),
    SecItemImport(data as CFData, nil, nil, nil, [], nil, nil, &items) == errSecSuccess,
    let item = (items as? [AnyObject])?.first, CFGetTypeID(item) == SecCertificateGetTypeID()
  else { return nil }
  return item as? SecCertificate
}

guard CommandLine.arguments.count == 4, let authority = certificate(CommandLine.arguments[1]),
  let text = try? String(contentsOfFile: CommandLine.arguments[2], encoding: .utf8)
else { stop("usage: identity-verifier AUTHORITY FILE CHALLENGE") }
let parts = text.split(separator: "\n").compactMap { Data(base64Encoded: String($0)) }
guard parts.count == 2, let signer = SecCertificateCreateWithData(nil, parts[0] as CFData),
  let key = SecCertificateCopyKey(signer)
else { stop("the file does not hold a certificate and a signature") }

var trust: SecTrust?
SecTrustCreateWithCertificates(signer, SecPolicyCreateBasicX509(), &trust)
guard let trust else { stop("the certificate cannot be judged") }
SecTrustSetAnchorCertificates(trust, [authority] as CFArray)
let isTrusted = SecTrustEvaluateWithError(trust, nil)

let challenge = Data(CommandLine.arguments[3].utf8)
let isSigned = SecKeyVerifySignature(
  key, .ecdsaSignatureMessageX962SHA256, challenge as CFData, parts[1] as CFData, nil)

let name = SecCertificateCopySubjectSummary(signer) as String? ?? "?"
print("the certificate of \(name) \(isTrusted ? "leads" : "does not lead") to the authority")
print("the challenge is \(isSigned ? "signed" : "not signed") with its key")
