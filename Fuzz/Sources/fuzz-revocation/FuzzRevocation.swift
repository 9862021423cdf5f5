import Foundation
import FuzzSupport
import Security

/// Reads the bytes as revocation data of an issuer, and evaluates a certificate with this data.
///
/// The first byte selects the flags of the policy, and whether the bytes are split in two parts. The seed files are
/// OCSP responses and revocation lists that the issuer has signed.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var source = ByteSource(start, count)
  let choice = source.byte()
  let bytes = source.all()
  var trust: SecTrust?
  precondition(
    SecTrustCreateWithCertificates(leaf, policies(choice), &trust) == errSecSuccess)
  guard let trust else { return 0 }
  SecTrustSetAnchorCertificates(trust, [authority] as NSArray)
  // The date of verification is 2027-01-01.
  SecTrustSetVerifyDate(trust, Date(timeIntervalSinceReferenceDate: 820_454_400) as NSDate)
  let half = choice & 32 == 0 ? bytes.count : bytes.count / 2
  let parts = [bytes.prefix(half), bytes.dropFirst(half)].map { Data($0) }
  precondition(SecTrustSetOCSPResponse(trust, parts as NSArray) == errSecSuccess)
  var error: CFError?
  let isTrusted = SecTrustEvaluateWithError(trust, &error)
  let result = SecTrustCopyResult(trust) as NSDictionary?
  let isChecked = result?.object(forKey: kSecTrustRevocationChecked) as? Bool ?? false
  let isRevoked = result?.object(forKey: kSecTrustRevocationReason) != nil
  // A revoked certificate must not be trusted. With `kSecRevocationRequirePositiveResponse`, a certificate with an
  // unknown status must not be trusted either.
  precondition(!isTrusted || !isRevoked)
  precondition(!isTrusted || isChecked || choice & 8 == 0)
  precondition(isTrusted == (error == nil))
  return 0
}

private func policies(_ choice: UInt8) -> NSArray {
  let flags = CFOptionFlags(choice & 15) | kSecRevocationNetworkAccessDisabled
  guard let revocation = SecPolicyCreateRevocation(flags) else { preconditionFailure("flags") }
  return [SecPolicyCreateBasicX509(), revocation]
}

private let leaf = certificate(
  ""
    + "MIIB0zCCAXmgAwIBAgIBAzAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlBdXRob3JpdHkwIBcNMjYxMTIxMTc1"
    + "OTQyWhgPMjEyNjEwMjgxNzU5NDJaMA8xDTALBgNVBAMMBExlYWYwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC"
    + "AAQ1vkchL9Ue32xWTPUfXOdhUEdeg0KMLGhLvrhFG5eDfppLL8HRqckRHfgT0vv8i35VjY4am/W0G01ga5Qa"
    + "XpPdo4G+MIG7MBoGA1UdEQQTMBGCD3d3dy5leGFtcGxlLm9yZzAzBggrBgEFBQcBAQQnMCUwIwYIKwYBBQUH"
    + "MAGGF2h0dHA6Ly8xMjcuMC4wLjE6OS9vY3NwMCgGA1UdHwQhMB8wHaAboBmGF2h0dHA6Ly8xMjcuMC4wLjE6"
    + "OS9saXN0MB0GA1UdDgQWBBRwydGqTsMdvxBVFf2QJMCyuUXToDAfBgNVHSMEGDAWgBQIrwjhTkIqiBZuG+2m"
    + "91bRogDV0TAKBggqhkjOPQQDAgNIADBFAiBOErvmH5E4978mPbbaA+8TulX/vEL2jwcvJbd3rHL/UgIhAOVs"
    + "6F0ZpXOLUv/iADImsUeaukf/nXNIsV8reNipQrgE")

private let authority = certificate(
  ""
    + "MIIBVjCB/qADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCUF1dGhvcml0eTAgFw0yNjExMjExNzU5"
    + "NDJaGA8yMTI2MTAyODE3NTk0MlowFDESMBAGA1UEAwwJQXV0aG9yaXR5MFkwEwYHKoZIzj0CAQYIKoZIzj0D"
    + "AQcDQgAEe7BfddNNuSKGi+LMXDj4rTGyaQx8Zr/il6VUBEEzFg4UHucz3/hj+2fpxHt1LvamuSJLftFnAEeY"
    + "8orBCJcIXaM/MD0wDwYDVR0TAQH/BAUwAwEB/zALBgNVHQ8EBAMCAQYwHQYDVR0OBBYEFAivCOFOQiqIFm4b"
    + "7ab3VtGiANXRMAoGCCqGSM49BAMCA0cAMEQCIHpDjlz7My4+28uRa+7m6hXvQ3PQYZSE8C+BaND0tcU7AiAK"
    + "dDkL8ahavycryxNltrEbSFDQXy8wcE/c1PC1JYl21A==")

private func certificate(_ text: String) -> SecCertificate {
  guard let data = Data(base64Encoded: text),
    let certificate = SecCertificateCreateWithData(nil, data as NSData)
  else { preconditionFailure("a certificate of the program itself") }
  return certificate
}
