import Foundation
import Security
import Testing

/// A root certificate, and a server certificate for www.example.org and 127.0.0.1. `openssl x509` made both
/// certificates.
enum TestCertificates {
  static func root() throws -> SecCertificate {
    try certificate(
      "MIIBlTCCATugAwIBAgIUYzEQz7mmwluniqEI9ff0gtB4/EEwCgYIKoZIzj0EAwIwFzEVMBMGA1UEAwwM"
        + "RXhhbXBsZSBSb290MCAXDTI2MTEyMTEyNTU0MloYDzIxMjYxMDI4MTI1NTQyWjAXMRUwEwYDVQQDDAxF"
        + "eGFtcGxlIFJvb3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASOVKsgVNKOp5MpVjQci0xa4UEyDI9Z"
        + "H9XuJYAdvx0ANeaIT2Vmku7CVYAOtkoFpyOKUi4E4LO70X9LEuEyvA6zo2MwYTAdBgNVHQ4EFgQUj3VL"
        + "tot1NfQsrRW1FUDKHBP93DcwHwYDVR0jBBgwFoAUj3VLtot1NfQsrRW1FUDKHBP93DcwDwYDVR0TAQH/"
        + "BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAgQwCgYIKoZIzj0EAwIDSAAwRQIgdaw9Y41FyH2PY6p9S3JO0IXv"
        + "P9PRwVsZ0PgHEVj9I+ICIQD9qzAe9Zkzk+CIBdjeRUNFXJbIQTxmVsAr6R9weQWjpw==")
  }

  static func server() throws -> SecCertificate {
    try certificate(
      "MIIBmTCCAT6gAwIBAgIBBTAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxFeGFtcGxlIFJvb3QwHhcNMjYx"
        + "MTIxMTI1NTQyWhcNMjkwMTI5MTI1NTQyWjAZMRcwFQYDVQQDDA5FeGFtcGxlIFNlcnZlcjBZMBMGByqG"
        + "SM49AgEGCCqGSM49AwEHA0IABHjrM4S2lRLMglkfKrgltzA05sc1z6fPcP3CEdsz1QlwR0rQJTR0F30W"
        + "XXH8//yJwPuHNe5Xl0dN9mFDrB29n/qjeTB3MCAGA1UdEQQZMBeCD3d3dy5leGFtcGxlLm9yZ4cEfwAA"
        + "ATATBgNVHSUEDDAKBggrBgEFBQcDATAdBgNVHQ4EFgQUkzj3H27aiipfOLGrKEWTYE+3q8gwHwYDVR0j"
        + "BBgwFoAUj3VLtot1NfQsrRW1FUDKHBP93DcwCgYIKoZIzj0EAwIDSQAwRgIhAJCXaahuqhvdsEUwzVTj"
        + "ithdnvIlnUOXXchHl23KlahqAiEA0F0KYUmnuuizcvkXb6htm6u2OO3/3TdLL0FAaRfD3OY=")
  }

  private static func certificate(_ text: String) throws -> SecCertificate {
    let data = try #require(Data(base64Encoded: text))
    return try #require(SecCertificateCreateWithData(nil, data as CFData))
  }
}
