/**
 * Messages, keys and signatures of RFC 9421, appendix B, for the algorithms that are spoken here. The other side of each key
 * is public knowledge.
 */
import type { Algorithm } from "../../../src/protocol/keys/algorithms.ts";
import type { Message } from "../../../src/protocol/signing/message.ts";

export const publicKeys = {
  "test-key-rsa-pss": {
    kty: "RSA",
    e: "AQAB",
    n: "r4tmm3r20Wd_PbqvP1s2-QEtvpuRaV8Yq40gjUR8y2Rjxa6dpG2GXHbPfvMs8ct-Lh1GH45x28Rw3Ry53mm-oAXjyQ86OnDkZ5N8lYbggD4O3w6M6pAvLkhk95AndTrifbIFPNU8PPMO7OyrFAHqgDsznjPFmTOtCEcN2Z1FpWgchwuYLPL-Wokqltd11nqqzi-bJ9cvSKADYdUAAN5WUtzdpiy6LbTgSxP7ociU4Tn0g5I6aDZJ7A8Lzo0KSyZYoA485mqcO0GVAdVw9lq4aOT9v6d-nb4bnNkQVklLQ3fVAvJm-xdDOp9LCNCN48V2pnDOkFV6-U9nV5oyc6XI2w",
  },
  "test-key-ecc-p256": {
    kty: "EC",
    crv: "P-256",
    x: "qIVYZVLCrPZHGHjP17CTW0_-D9Lfw0EkjqF7xB4FivA",
    y: "Mc4nN9LTDOBhfoUeg8Ye9WedFRhnZXZJA12Qp0zZ6F0",
  },
  "test-key-ed25519": {
    kty: "OKP",
    crv: "Ed25519",
    x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs",
  },
} as const;

/** The one that signs the same bytes each time, so that our own signature can be compared with the appendix's. */
export const ed25519PrivateKey = {
  ...publicKeys["test-key-ed25519"],
  d: "n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU",
} as const;

export interface Vector {
  readonly section: string;
  readonly label: string;
  readonly algorithm: Algorithm;
  readonly keyId: keyof typeof publicKeys;
  readonly message: Message;
  /** The member of `Signature-Input`. */
  readonly input: string;
  readonly signature: string;
  /** The lines of the base before its last. */
  readonly lines: readonly string[];
}

const request: Message = {
  method: "POST",
  targetUri: "https://example.com/foo?param=Value&Pet=dog",
  headers: [
    ["Host", "example.com"],
    ["Date", "Tue, 20 Apr 2021 02:07:55 GMT"],
    ["Content-Type", "application/json"],
    [
      "Content-Digest",
      "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:",
    ],
    ["Content-Length", "18"],
  ],
};

const response: Message = {
  status: 200,
  headers: [
    ["Date", "Tue, 20 Apr 2021 02:07:56 GMT"],
    ["Content-Type", "application/json"],
    [
      "Content-Digest",
      "sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:",
    ],
    ["Content-Length", "23"],
  ],
};

const clientCertificate =
  ":MIIBqDCCAU6gAwIBAgIBBzAKBggqhkjOPQQDAjA6MRswGQYDVQQKDBJMZXQncyBBdXRoZW50aWNhdGUxGzAZBgNVBAMMEkxBIEludGVybWVkaWF0ZSBDQTAeFw0yMDAxMTQyMjU1MzNaFw0yMTAxMjMyMjU1MzNaMA0xCzAJBgNVBAMMAkJDMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE8YnXXfaUgmnMtOXU/IncWalRhebrXmckC8vdgJ1p5Be5F/3YC8OthxM4+k1M6aEAEFcGzkJiNy6J84y7uzo9M6NyMHAwCQYDVR0TBAIwADAfBgNVHSMEGDAWgBRm3WjLa38lbEYCuiCPct0ZaSED2DAOBgNVHQ8BAf8EBAMCBsAwEwYDVR0lBAwwCgYIKwYBBQUHAwIwHQYDVR0RAQH/BBMwEYEPYmRjQGV4YW1wbGUuY29tMAoGCCqGSM49BAMCA0gAMEUCIBHda/r1vaL6G3VliL4/Di6YK0Q6bMjeSkC3dFCOOB8TAiEAx/kHSB4urmiZ0NX5r5XarmPk0wmuydBVoU4hBVZ1yhk=:";

export const vectors: readonly Vector[] = [
  {
    section: "B.2.1",
    label: "sig-b21",
    algorithm: "rsa-pss-sha512",
    keyId: "test-key-rsa-pss",
    message: request,
    input: '();created=1618884473;keyid="test-key-rsa-pss";nonce="b3k2pp5k7z-50gnwp.yemd"',
    signature:
      ":d2pmTvmbncD3xQm8E9ZV2828BjQWGgiwAaw5bAkgibUopemLJcWDy/lkbbHAve4cRAtx31Iq786U7it++wgGxbtRxf8Udx7zFZsckzXaJMkA7ChG52eSkFxykJeNqsrWH5S+oxNFlD4dzVuwe8DhTSja8xxbR/Z2cOGdCbzR72rgFWhzx2VjBqJzsPLMIQKhO4DGezXehhWwE56YCE+O6c0mKZsfxVrogUvA4HELjVKWmAvtl6UnCh8jYzuVG5WSb/QEVPnP5TmcAnLH1g+s++v6d4s8m0gCw1fV5/SITLq9mhho8K3+7EPYTU8IU1bLhdxO5Nyt8C8ssinQ98Xw9Q==:",
    lines: [],
  },
  {
    section: "B.2.2",
    label: "sig-b22",
    algorithm: "rsa-pss-sha512",
    keyId: "test-key-rsa-pss",
    message: request,
    input:
      '("@authority" "content-digest" "@query-param";name="Pet");created=1618884473;keyid="test-key-rsa-pss";tag="header-example"',
    signature:
      ":LjbtqUbfmvjj5C5kr1Ugj4PmLYvx9wVjZvD9GsTT4F7GrcQEdJzgI9qHxICagShLRiLMlAJjtq6N4CDfKtjvuJyE5qH7KT8UCMkSowOB4+ECxCmT8rtAmj/0PIXxi0A0nxKyB09RNrCQibbUjsLS/2YyFYXEu4TRJQzRw1rLEuEfY17SARYhpTlaqwZVtR8NV7+4UKkjqpcAoFqWFQh62s7Cl+H2fjBSpqfZUJcsIk4N6wiKYd4je2U/lankenQ99PZfB4jY3I5rSV2DSBVkSFsURIjYErOs0tFTQosMTAoxk//0RoKUqiYY8Bh0aaUEb0rQl3/XaVe4bXTugEjHSw==:",
    lines: [
      '"@authority": example.com',
      '"content-digest": sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:',
      '"@query-param";name="Pet": dog',
    ],
  },
  {
    section: "B.2.3",
    label: "sig-b23",
    algorithm: "rsa-pss-sha512",
    keyId: "test-key-rsa-pss",
    message: request,
    input:
      '("date" "@method" "@path" "@query" "@authority" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-rsa-pss"',
    signature:
      ":bbN8oArOxYoyylQQUU6QYwrTuaxLwjAC9fbY2F6SVWvh0yBiMIRGOnMYwZ/5MR6fb0Kh1rIRASVxFkeGt683+qRpRRU5p2voTp768ZrCUb38K0fUxN0O0iC59DzYx8DFll5GmydPxSmme9v6ULbMFkl+V5B1TP/yPViV7KsLNmvKiLJH1pFkh/aYA2HXXZzNBXmIkoQoLd7YfW91kE9o/CCoC1xMy7JA1ipwvKvfrs65ldmlu9bpG6A9BmzhuzF8Eim5f8ui9eH8LZH896+QIF61ka39VBrohr9iyMUJpvRX2Zbhl5ZJzSRxpJyoEZAFL2FUo5fTIztsDZKEgM4cUA==:",
    lines: [
      '"date": Tue, 20 Apr 2021 02:07:55 GMT',
      '"@method": POST',
      '"@path": /foo',
      '"@query": ?param=Value&Pet=dog',
      '"@authority": example.com',
      '"content-type": application/json',
      '"content-digest": sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:',
      '"content-length": 18',
    ],
  },
  {
    section: "B.2.4",
    label: "sig-b24",
    algorithm: "ecdsa-p256-sha256",
    keyId: "test-key-ecc-p256",
    message: response,
    input:
      '("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"',
    signature: ":wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==:",
    lines: [
      '"@status": 200',
      '"content-type": application/json',
      '"content-digest": sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:',
      '"content-length": 23',
    ],
  },
  {
    section: "B.2.6",
    label: "sig-b26",
    algorithm: "ed25519",
    keyId: "test-key-ed25519",
    message: request,
    input:
      '("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
    signature: ":wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:",
    lines: [
      '"date": Tue, 20 Apr 2021 02:07:55 GMT',
      '"@method": POST',
      '"@path": /foo',
      '"@authority": example.com',
      '"content-type": application/json',
      '"content-length": 18',
    ],
  },
  {
    section: "B.3",
    label: "ttrp",
    algorithm: "ecdsa-p256-sha256",
    keyId: "test-key-ecc-p256",
    message: {
      method: "POST",
      targetUri: "https://service.internal.example/foo?param=Value&Pet=dog",
      headers: [
        ["Host", "service.internal.example"],
        ["Client-Cert", clientCertificate],
      ],
    },
    input:
      '("@path" "@query" "@method" "@authority" "client-cert");created=1618884473;keyid="test-key-ecc-p256"',
    signature: ":xVMHVpawaAC/0SbHrKRs9i8I3eOs5RtTMGCWXm/9nvZzoHsIg6Mce9315T6xoklyy0yzhD9ah4JHRwMLOgmizw==:",
    lines: [
      '"@path": /foo',
      '"@query": ?param=Value&Pet=dog',
      '"@method": POST',
      '"@authority": service.internal.example',
      `"client-cert": ${clientCertificate}`,
    ],
  },
  {
    section: "B.4",
    label: "transform",
    algorithm: "ed25519",
    keyId: "test-key-ed25519",
    message: {
      method: "GET",
      targetUri: "https://example.org/demo?name1=Value1&Name2=value2",
      headers: [
        ["Host", "example.org"],
        ["Date", "Fri, 15 Jul 2022 14:24:55 GMT"],
        ["Accept", "application/json"],
        ["Accept", "*/*"],
      ],
    },
    input: '("@method" "@path" "@authority" "accept");created=1618884473;keyid="test-key-ed25519"',
    signature: ":ZT1kooQsEHpZ0I1IjCqtQppOmIqlJPeo7DHR3SoMn0s5JZ1eRGS0A+vyYP9t/LXlh5QMFFQ6cpLt2m0pmj3NDA==:",
    lines: [
      '"@method": GET',
      '"@path": /demo',
      '"@authority": example.org',
      '"accept": application/json, */*',
    ],
  },
];
