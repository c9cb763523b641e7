//! Hashes of texts, from which templates make IDs.

/// Returns the bytes of a message with the padding of MD5, SHA-1, and SHA-256, in blocks of 64 bytes.
fn padded(message: &[u8], length: [u8; 8]) -> Vec<u8> {
    let mut bytes = message.to_vec();
    bytes.push(0x80);
    bytes.resize((bytes.len() + 8).next_multiple_of(64) - 8, 0);
    bytes.extend(length);
    bytes
}

fn bits(message: &[u8]) -> u64 {
    (message.len() as u64).wrapping_mul(8)
}

/// Returns the words of a block.
fn block_words(block: &[u8], read: fn([u8; 4]) -> u32) -> Vec<u32> {
    block.chunks_exact(4).map(|word| read([word[0], word[1], word[2], word[3]])).collect()
}

fn hex(bytes: impl Iterator<Item = u8>) -> String {
    bytes.map(|byte| format!("{byte:02x}")).collect()
}

/// Adds two states word by word.
fn add<const N: usize>(state: &mut [u32; N], other: [u32; N]) {
    state.iter_mut().zip(other).for_each(|(own, other)| *own = own.wrapping_add(other));
}

/// Returns the MD5 hash of a message in hexadecimal digits (RFC 1321).
pub(super) fn md5(message: &[u8]) -> String {
    const TURNS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];
    let mut state: [u32; 4] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
    for block in padded(message, bits(message).to_le_bytes()).chunks_exact(64) {
        let words = block_words(block, u32::from_le_bytes);
        let [mut a, mut b, mut c, mut d] = state;
        for step in 0..64 {
            let (mix, word) = match step / 16 {
                0 => ((b & c) | (!b & d), step),
                1 => ((d & b) | (!d & c), (5 * step + 1) % 16),
                2 => (b ^ c ^ d, (3 * step + 5) % 16),
                _ => (c ^ (b | !d), (7 * step) % 16),
            };
            let constant = ((step as f64 + 1.0).sin().abs() * 4_294_967_296.0) as u32;
            let sum = mix.wrapping_add(a).wrapping_add(constant).wrapping_add(words[word]);
            (a, d, c) = (d, c, b);
            b = b.wrapping_add(sum.rotate_left(TURNS[step / 16][step % 4]));
        }
        add(&mut state, [a, b, c, d]);
    }
    hex(state.into_iter().flat_map(u32::to_le_bytes))
}

/// Returns the SHA-1 hash of a message in hexadecimal digits (RFC 3174).
pub(super) fn sha1(message: &[u8]) -> String {
    let mut state: [u32; 5] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];
    for block in padded(message, bits(message).to_be_bytes()).chunks_exact(64) {
        let mut words = block_words(block, u32::from_be_bytes);
        for at in 16..80 {
            words.push((words[at - 3] ^ words[at - 8] ^ words[at - 14] ^ words[at - 16]).rotate_left(1));
        }
        let [mut a, mut b, mut c, mut d, mut e] = state;
        for (step, word) in words.into_iter().enumerate() {
            let (mix, constant) = match step / 20 {
                0 => ((b & c) | (!b & d), 0x5a82_7999),
                1 => (b ^ c ^ d, 0x6ed9_eba1),
                2 => ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc),
                _ => (b ^ c ^ d, 0xca62_c1d6_u32),
            };
            let sum = a.rotate_left(5).wrapping_add(mix).wrapping_add(e);
            let sum = sum.wrapping_add(constant).wrapping_add(word);
            (e, d, c, b, a) = (d, c, b.rotate_left(30), a, sum);
        }
        add(&mut state, [a, b, c, d, e]);
    }
    hex(state.into_iter().flat_map(u32::to_be_bytes))
}

/// Returns the SHA-256 hash of a message in hexadecimal digits (RFC 6234).
pub(super) fn sha256(message: &[u8]) -> String {
    let is_prime = |number: &u32| {
        (2..*number).take_while(|low| low * low <= *number).all(|low| !number.is_multiple_of(low))
    };
    let primes: Vec<f64> = (2_u32..).filter(is_prime).take(64).map(f64::from).collect();
    // The constants are the first 32 bits of the fractional parts of roots.
    let fraction = |root: f64| (root.fract() * 4_294_967_296.0) as u32;
    let mut state: [u32; 8] = std::array::from_fn(|at| fraction(primes[at].sqrt()));
    for block in padded(message, bits(message).to_be_bytes()).chunks_exact(64) {
        let mut words = block_words(block, u32::from_be_bytes);
        for at in 16..64 {
            let (low, high) = (words[at - 15], words[at - 2]);
            let low = low.rotate_right(7) ^ low.rotate_right(18) ^ (low >> 3);
            let high = high.rotate_right(17) ^ high.rotate_right(19) ^ (high >> 10);
            words.push(words[at - 16].wrapping_add(low).wrapping_add(words[at - 7]).wrapping_add(high));
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = state;
        for (word, prime) in words.into_iter().zip(&primes) {
            let high = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let first = h
                .wrapping_add(high)
                .wrapping_add((e & f) ^ (!e & g))
                .wrapping_add(fraction(prime.cbrt()))
                .wrapping_add(word);
            let low = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let second = low.wrapping_add((a & b) ^ (a & c) ^ (b & c));
            (h, g, f, e) = (g, f, e, d.wrapping_add(first));
            (d, c, b, a) = (c, b, a, first.wrapping_add(second));
        }
        add(&mut state, [a, b, c, d, e, f, g, h]);
    }
    hex(state.into_iter().flat_map(u32::to_be_bytes))
}
