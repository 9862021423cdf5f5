// Verifies the output of message-signer, without a keychain.
//
//     message-verifier FILE MESSAGE
//
// The first line of FILE is the public key, and the second line is the signature of MESSAGE.

import Foundation
import Security

func stop(_ reason: String) -> Never {
  FileHandle.standardError.write(Data("message-verifier: \(reason)\n".utf8))
  exit(1)
}

guard CommandLine.arguments.count == 3,
  let text = try? String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8)
else { stop("usage: message-verifier FILE MESSAGE") }
let parts = text.split(separator: "\n").compactMap { Data(base64Encoded: String($0)) }
guard parts.count == 2 else { stop("the file does not hold a key and a signature") }

let attributes: [CFString: Any] = [
  kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClass: kSecAttrKeyClassPublic,
]
var error: Unmanaged<CFError>?
guard let key = SecKeyCreateWithData(parts[0] as CFData, attributes as CFDictionary, &error) else {
  stop(error?.takeRetainedValue().localizedDescription ?? "the bytes are no key")
}

let message = Data(CommandLine.arguments[2].utf8)
let isRight = SecKeyVerifySignature(
  key, .ecdsaSignatureMessageX962SHA256, message as CFData, parts[1] as CFData, &error)
if !isRight, error?.takeRetainedValue().code != Int(errSecVerifyFailed) {
  stop("the signature cannot be verified")
}
print(isRight ? "the message is the signer's" : "the message is not the signer's")
